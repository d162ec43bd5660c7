import { Type } from 'typebox'
import { listFieldType } from '../../list-field.ts'
import { countProperty, settingsAsProperties } from '../../field-xml.ts'
import { warnOfUnknown } from '../../xml-properties.ts'

const DEFAULT_SIZE = 7

/** Multi-select box: any number of values. fields.md §3.6 */
export const msb = listFieldType({
  type: 'msb',
  isMultiple: true,
  settings: Type.Object(
    { size: Type.Integer({ minimum: 0, default: DEFAULT_SIZE, description: 'Lines that the box shows.' }) },
    { description: 'How the box looks.' },
  ),
  specificProperties: field => ({ size: field.settings['size'] ?? DEFAULT_SIZE }),
  importSettings: (properties, warn) => {
    warnOfUnknown(properties, ['size'], warn)
    return { size: countProperty(properties, 'size', DEFAULT_SIZE, warn) }
  },
  exportSettings: field => settingsAsProperties(field.settings, { size: DEFAULT_SIZE }),
})
