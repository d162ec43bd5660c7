/** Whether it has the form of an e-mail address that a mail can be sent to. */
export const isMailAddress = (text: string): boolean => /^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,253}$/.test(text)
