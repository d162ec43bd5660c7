import { shapeType } from '../read-only.ts'

export const column = shapeType('column', 'container')
