/** Text of a mail about an account. */
export interface MailText {
  readonly subject: string
  /** One paragraph each, after the greeting. A paragraph that consists of an address is shown as a link. */
  readonly paragraphs: readonly string[]
}

/** The account that a mail is about. */
export interface AccountMailContext {
  readonly login: string
  /** Name of the platform. */
  readonly platform: string
}

export interface MailContextWithLink extends AccountMailContext {
  readonly url: string
}

export interface AccountChangeContext extends AccountMailContext {
  /** Whether the owner made the change, as far as the platform can tell. */
  readonly isByOwner: boolean
  /** Page on which the owner requests another password. */
  readonly forgottenUrl: string
}

/** The mails about accounts in one language. Each language is one file in this folder. */
export interface MailTexts {
  greeting(name: string): string
  reset(about: MailContextWithLink): MailText
  welcome(about: MailContextWithLink & { readonly forgottenUrl: string }): MailText
  passwordChanged(about: AccountChangeContext): MailText
  /** Sent to the former address of the account. */
  addressLeft(about: AccountChangeContext): MailText
  /** Sent to the new address of the account. */
  addressTaken(about: AccountChangeContext): MailText
  factorAdded(about: AccountChangeContext): MailText
  factorRemoved(about: AccountChangeContext): MailText
  recoveryCodeUsed(about: AccountChangeContext & { readonly left: number }): MailText
  /** Somebody knows the password, and guesses the codes of the second factor. */
  codesGuessed(about: AccountChangeContext): MailText
}
