import { shapeType } from '../read-only.ts'

export const separator = shapeType('separator', 'static')
