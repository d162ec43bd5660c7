import { layoutElementType } from '../../read-only.ts'

export const column = layoutElementType('column', 'container')
