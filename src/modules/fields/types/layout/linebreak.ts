import { layoutElementType } from '../../read-only.ts'

export const linebreak = layoutElementType('linebreak', 'static')
