// ESLint rules: comments, and the texts of the API, say who does what. They keep out the sentences that a reader has to read twice.
//
// Reported:
// - a sentence that begins with a relative pronoun instead of a noun: "What waits is run first", "Whoever asks gets 403";
// - a sentence of more than 30 words;
// - phrases that stand for a plain verb or number: "so many", "so much", "in vain", "for nobody", "that is there", "what is there".
// Allowed:
// - questions ("Who may see the artifact?");
// - headings of one clause without a verb;
// - text between backticks or quotation marks, which counts as one word;
// - a quotation of the specification that begins with its section ("§4.2: …").

const LONGEST = 30
const PRONOUN = /^(?:What|Who|Whoever|Whatever|Whichever|Whom|Whose)\b(?! (?:is|are) (?:the|a) \S+\?)/
const PHRASES = /\b(?:so (?:many|much)(?! (?:that|as)\b)|in vain|for nobody|(?:that|what) (?:is|are) there)\b/i

/**
 * The sentences of a comment: its text without the signs of the comment, lists and tags cut apart, quotations as one word.
 *
 * @param {string} text
 */
export function sentencesOf(text) {
  return text
    .replace(/^[ \t]*\*?[ \t]?/gm, '')
    .replace(/```[\s\S]*?```/g, ' code. ')
    .replace(/`[^`\n]*`|"[^"\n]*"|“[^”\n]*”|'[^'\n]* [^'\n]*'/g, 'quoted')
    .split(/\n\s*\n|\n(?=\s*(?:[-*@]|\d+\.) ?)|(?<=[.!?;])\s+(?=\S)/)
    .map(sentence => sentence.replace(/\s+/g, ' ').trim())
    .filter(sentence => sentence !== '' && !sentence.startsWith('@') && !sentence.startsWith('§'))
}

/** @param {string} sentence */
export function findFault(sentence) {
  if (!sentence.endsWith('?') && PRONOUN.test(sentence)) return 'pronoun'
  if (PHRASES.test(sentence)) return 'phrase'
  if (sentence.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word)).length > LONGEST) return 'long'
  return undefined
}

/** @type {import('eslint').Rule.RuleMetaData} */
const meta = {
  type: 'suggestion',
  schema: [],
  messages: {
    pronoun: 'Begin with the noun instead of a pronoun: who does what? «{{sentence}}»',
    phrase: 'Say the number, the noun or the verb: «{{sentence}}»',
    long: `More than ${LONGEST} words: one thought a sentence. «{{sentence}}»`,
  },
}

/**
 * @param {import('eslint').Rule.RuleContext} context
 * @param {string} text
 * @param {import('estree').SourceLocation} loc
 */
function reportFaults(context, text, loc) {
  for (const sentence of sentencesOf(text)) {
    const messageId = findFault(sentence)
    if (messageId) context.report({ loc, messageId, data: { sentence: sentence.slice(0, 120) } })
  }
}

/** @type {import('eslint').Rule.RuleModule} */
export const plainSentences = {
  meta,
  create(context) {
    return {
      Program() {
        for (const { value, loc } of joinLines(context.sourceCode.getAllComments())) reportFaults(context, value, loc)
      },
    }
  },
}

/**
 * The values of the properties `summary` and `description`: the OpenAPI document shows them.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const plainDescriptions = {
  meta,
  create(context) {
    return {
      'Property[key.name=/^(?:summary|description)$/]'(property) {
        const text = textOf(property.value)
        if (text !== undefined) reportFaults(context, text, property.value.loc)
      },
    }
  },
}

/**
 * The text of a string, or of parts with `+` between them. Each other expression in it counts as one word.
 *
 * @param {import('estree').Node} node
 */
function textOf(node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('value')
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined
  return [node.left, node.right].map(part => textOf(part) ?? 'value').join('')
}

/**
 * Line comments under each other are one text.
 *
 * @param {import('estree').Comment[]} comments
 */
function joinLines(comments) {
  const joined = []
  for (const { type, value, loc } of comments) {
    const last = joined.at(-1)
    if (
      type === 'Line' &&
      last?.type === 'Line' &&
      last.loc.end.line + 1 === loc.start.line &&
      last.loc.start.column === loc.start.column
    )
      joined[joined.length - 1] = {
        type,
        value: `${last.value}\n${value}`,
        loc: { start: last.loc.start, end: loc.end },
      }
    else joined.push({ type, value, loc })
  }
  return joined
}
