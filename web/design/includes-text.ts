const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/** Whether a label holds a text, whatever case and accents. */
export const includesText = (label: string, text: string): boolean => plain(label).includes(plain(text.trim()))
