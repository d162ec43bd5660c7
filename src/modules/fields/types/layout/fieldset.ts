import { layoutElementType } from '../../read-only.ts'

export const fieldset = layoutElementType('fieldset', 'container')
