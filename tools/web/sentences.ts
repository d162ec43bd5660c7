// A transform that replaces the sentences of the pages by ids of catalogs; it parses only files that have any.
import { defineRolldownBabelPreset } from '@rolldown/plugin-babel'

export const sentences = defineRolldownBabelPreset({
  preset: () => ({ plugins: ['@lingui/babel-plugin-lingui-macro'] }),
  rolldown: { filter: { code: /@lingui\/(core|react)\/macro/ } },
})
