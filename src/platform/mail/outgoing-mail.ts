/** One message to one person, who does not see other recipients. */
export interface Mail {
  readonly to: { readonly name?: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** Further headers by name, such as List-Id or In-Reply-To. */
  readonly headers?: Readonly<Record<string, string>>
  readonly replyTo?: string
  /** Name of the sender if it is not the platform's: "Ada Lovelace", on whose behalf the message is sent. */
  readonly fromName?: string
}

export interface OutgoingMail extends Mail {
  readonly from: { readonly name: string; readonly address: string }
  /** With angle brackets. */
  readonly messageId: string
}
