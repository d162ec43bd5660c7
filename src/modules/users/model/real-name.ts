import { NOT_ONE_LINE } from '../../../platform/single-line.ts'

export const realNameFault = `the real name ${NOT_ONE_LINE}`
