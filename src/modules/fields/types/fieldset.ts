import { shapeType } from '../read-only.ts'

export const fieldset = shapeType('fieldset', 'container')
