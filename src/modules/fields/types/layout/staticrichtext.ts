import { Type } from 'typebox'
import { plainDescription } from '../../description-parts.ts'
import { settingsAsProperties, textProperty } from '../../field-xml.ts'
import { layoutElementType } from '../../read-only.ts'
import { sanitizeHtml } from '../../rich-text.ts'

/** A text on the form itself. */
export const staticrichtext = layoutElementType('staticrichtext', 'static', {
  settings: Type.Object({
    static_value: Type.String({ default: '', description: 'The text, HTML as its author wrote it.' }),
  }),
  // §3.16: the text is the `default_value` of the description. Pages show it, so it is sanitised here.
  describe: field => plainDescription(sanitizeHtml(field.settings['static_value'] as string), field.settings),
  importSettings: properties => ({ static_value: textProperty(properties, 'static_value') }),
  exportSettings: field => settingsAsProperties(field.settings, { static_value: '' }),
})
