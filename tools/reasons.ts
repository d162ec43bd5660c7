// docs/reasons.md: the table of `platform/reasons.ts`, for people who read the documentation and not the sources.
import { resolve } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { reasons } from '../src/platform/reasons.ts'

const FILE = 'docs/reasons.md'

const intro = `# Reasons

Every refusal of the API says why in \`error.details\`:

\`\`\`json
{
  "error": {
    "code": 400,
    "message": "Bad Request: The field \`title\` (Title) is required.",
    "details": { "reason": "field.required", "doc": "/docs/reasons#field.required", "field_id": 104, "name": "title" }
  }
}
\`\`\`

\`reason\` is never renamed; new ones may come. Beside it stands what it is about: \`field_id\`, \`name\` (of the field), \`parameter\`,
\`position\`, \`transition\`, \`groups\`, \`limit\`, \`remaining\`, \`retry_at\`, \`scope\`. Where several things are wrong, \`all\` has each of them, in the
order of the lines of \`message\`, and the first also stands at the top. The server has this list at \`/docs/reasons\`.
`

/** Written by `npm run generate`. */
export const generateReasons = async (): Promise<Map<string, string>> => {
  const rows = Object.entries(reasons).map(([reason, meaning]) => `| \`${reason}\` | ${meaning} |`)
  const text = [intro, '| Reason | Meaning |', '| --- | --- |', ...rows, ''].join('\n')
  return new Map([[FILE, await format(text, { ...(await resolveConfig(resolve(FILE))), filepath: FILE })]])
}
