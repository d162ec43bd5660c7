/** Whether the text has the form of an e-mail address that can receive mail. */
export const isMailAddress = (text: string): boolean => /^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,253}$/.test(text)
