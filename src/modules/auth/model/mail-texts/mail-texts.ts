/** What a mail about an account says. */
export interface MailText {
  readonly subject: string
  /** One paragraph each, after the greeting; one that is an address alone is shown as a link. */
  readonly paragraphs: readonly string[]
}

/** Which account a mail is about. */
export interface AccountMailContext {
  readonly login: string
  /** Name of the platform. */
  readonly platform: string
}

export interface MailContextWithLink extends AccountMailContext {
  readonly url: string
}

export interface AccountChangeContext extends AccountMailContext {
  /** The owner did it, as far as the platform can tell. */
  readonly isByOwner: boolean
  /** Page where another password is asked for. */
  readonly forgottenUrl: string
}

/** The mails about accounts in one language. A language is one file beside this one. */
export interface MailTexts {
  greeting(name: string): string
  reset(about: MailContextWithLink): MailText
  welcome(about: MailContextWithLink & { readonly forgottenUrl: string }): MailText
  passwordChanged(about: AccountChangeContext): MailText
  /** To the address that the account had. */
  addressLeft(about: AccountChangeContext): MailText
  /** To the address that it has now. */
  addressTaken(about: AccountChangeContext): MailText
}
