import { shapeType } from '../read-only.ts'

export const linebreak = shapeType('linebreak', 'static')
