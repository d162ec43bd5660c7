import { layoutElementType } from '../../read-only.ts'

export const separator = layoutElementType('separator', 'static')
