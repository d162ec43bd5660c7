/** The receiving server says that it will never take the message. */
export class PermanentMailFault extends Error {}
