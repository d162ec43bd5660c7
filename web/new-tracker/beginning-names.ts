/** basic: the form of the platform; empty: title and status; copy: another tracker; file: a definition, or the XML of a tracker. */
export type Beginning = 'basic' | 'empty' | 'copy' | 'file'

export const BEGINNINGS: readonly Beginning[] = ['basic', 'empty', 'copy', 'file']
