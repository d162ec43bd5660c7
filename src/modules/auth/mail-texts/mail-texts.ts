/** What a mail about an account says. */
export interface MailText {
  readonly subject: string
  /** One paragraph each, after the greeting; one that is an address alone is shown as a link. */
  readonly paragraphs: readonly string[]
}

/** Which account a mail is about. */
export interface AboutAccount {
  readonly login: string
  /** Name of the platform. */
  readonly platform: string
}

export interface WithLink extends AboutAccount {
  readonly url: string
}

export interface Changed extends AboutAccount {
  /** The owner did it, as far as the platform can tell. */
  readonly isByOwner: boolean
  /** Page where another password is asked for. */
  readonly forgottenUrl: string
}

/** The mails about accounts in one language. A language is one file beside this one. */
export interface MailTexts {
  greeting(name: string): string
  reset(about: WithLink): MailText
  welcome(about: WithLink & { readonly forgottenUrl: string }): MailText
  passwordChanged(about: Changed): MailText
  /** To the address that the account had. */
  addressLeft(about: Changed): MailText
  /** To the address that it has now. */
  addressTaken(about: Changed): MailText
}
