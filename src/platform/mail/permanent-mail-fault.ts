/** The receiving server refuses the message permanently. */
export class PermanentMailFault extends Error {}
