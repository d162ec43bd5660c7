import { Type } from 'typebox'
import { childNamed, childrenNamed, type XmlNode } from '../../../platform/xml/node.ts'
import { isObject } from '../../../platform/json-object.ts'
import { VerbatimText } from '../../../platform/http/schemas/schema.ts'
import { plainDescription } from '../description-parts.ts'
import {
  UNCHANGED,
  defineFieldType,
  type ParseContext,
  type ParseResult,
  type RepresentContext,
  type TextFormat,
  type ValueEntry,
} from '../field-type.ts'
import type { Field } from '../field.ts'
import { fault, faultOfText, integerIn, isTextTooLong, listIn, textTooLong, wrongForm } from '../parsing.ts'
import { noSettings } from '../read-only.ts'
import { escapeHtml, unescapeHtml } from '../../../platform/html.ts'
import { isRenderingOf, plainText, renderText } from '../rich-text.ts'
import { isTextFormat } from '../text-format.ts'

interface StepTexts {
  readonly description: string
  readonly description_format: TextFormat
  readonly expected_results: string
  readonly expected_results_format: TextFormat
}

export interface StoredStep extends StepTexts {
  readonly id: number
  readonly rank: number
}

const form =
  '{"value": [{"description": "text", "description_format": "text|html|commonmark", "expected_results": "text", ' +
  '"expected_results_format": "text|html|commonmark", "rank": 1}]}'

const sameTexts = (before: StepTexts, after: StepTexts): boolean =>
  before.description === after.description &&
  before.description_format === after.description_format &&
  before.expected_results === after.expected_results &&
  before.expected_results_format === after.expected_results_format

const sameSteps = (before: readonly StepTexts[], after: readonly StepTexts[]): boolean =>
  before.length === after.length && before.every((step, index) => sameTexts(step, after[index] as StepTexts))

const member = (step: Record<string, unknown>, name: 'description' | 'expected_results') => {
  const text = step[name]
  const format = step[`${name}_format`]
  if (typeof text !== 'string') return { fault: `"${name}" must be a text.` }
  if (!isTextFormat(format)) return { fault: `"${name}_format" must be text, html or commonmark.` }
  const wrong = faultOfText(text) ?? (isTextTooLong(text) ? textTooLong : undefined)
  if (wrong !== undefined) return { fault: `"${name}": ${wrong}` }
  // A step sent back as read holds HTML beside its source. The step means the source (§3.17).
  const escaped = step[`commonmark_${name}`]
  if (format === 'html' && typeof escaped === 'string') {
    const source = unescapeHtml(escaped)
    if (faultOfText(source) === undefined && !isTextTooLong(source) && isRenderingOf(text, source))
      return { text: source, format: 'commonmark' as const }
  }
  return { text, format }
}

/** The steps of an entry in their order, without blank steps; or a sentence about the first fault. */
const stepsOf = (list: readonly unknown[], operation: 'create' | 'update'): readonly StepTexts[] | string => {
  const steps: { texts: StepTexts; rank: number | undefined }[] = []
  const ranks = new Set<number>()
  for (const [index, given] of list.entries()) {
    const name = `step ${index + 1}`
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return `${name} is not an object.`
    const step = given as Record<string, unknown>
    const description = member(step, 'description')
    if ('fault' in description) return `${name}: ${description.fault}`
    const expected = member(step, 'expected_results')
    if ('fault' in expected) return `${name}: ${expected.fault}`
    const rank = integerIn(step['rank'])
    const isRankLeftOut = operation === 'create' && (step['rank'] === undefined || step['rank'] === null)
    if (rank === undefined && !isRankLeftOut) return `${name}: "rank" must be an integer.`
    if (rank !== undefined) {
      if (operation === 'update' && ranks.has(rank)) return `${name}: rank ${rank} is used twice.`
      ranks.add(rank)
    }
    const texts: StepTexts = {
      description: description.text,
      description_format: description.format,
      expected_results: expected.text,
      expected_results_format: expected.format,
    }
    steps.push({ texts, rank })
  }
  // §3.12: sorted by rank; if a rank is missing, the order of the array counts. The sort is stable for equal ranks.
  if (steps.every(step => step.rank !== undefined)) steps.sort((a, b) => (a.rank as number) - (b.rank as number))
  return steps.map(step => step.texts).filter(texts => texts.description.trim() !== '')
}

const parseList = async (
  list: readonly unknown[],
  field: Field,
  context: ParseContext,
): Promise<ParseResult<readonly StoredStep[]>> => {
  const steps = stepsOf(list, context.operation)
  if (typeof steps === 'string') return fault(field, steps)
  const current = context.current as readonly StoredStep[] | undefined
  // Unchanged steps need no new ids.
  if (context.operation === 'update' && sameSteps(current ?? [], steps)) return UNCHANGED
  const ids = steps.length === 0 ? [] : await context.nextStepIds(steps.length)
  return { value: steps.map((step, index) => ({ id: ids[index] as number, ...step, rank: index + 1 })) }
}

const parse = (entry: ValueEntry, field: Field, context: ParseContext) => {
  if (entry.value === undefined || entry.value === null) return UNCHANGED
  const list = listIn(entry.value)
  return list ? parseList(list, field, context) : wrongForm(field, form)
}

const shownText = (name: 'description' | 'expected_results', step: StoredStep, context: RepresentContext) => {
  const text = step[name]
  const format = step[`${name}_format`]
  if (format === 'commonmark')
    return {
      [name]: context.renderText(text, format),
      [`${name}_format`]: 'html',
      [`commonmark_${name}`]: escapeHtml(text),
    }
  return { [name]: format === 'html' ? renderText(text, format) : text, [`${name}_format`]: format }
}

const stepPlainText = (step: StoredStep): string =>
  [plainText(step.description, step.description_format), plainText(step.expected_results, step.expected_results_format)]
    .filter(text => text !== '')
    .join('\n')

const stepsPlainText = (steps: readonly StoredStep[]): string => steps.map(stepPlainText).join('\n')

const textMember = (node: XmlNode | undefined, label: string): { text: string; format: TextFormat } | string => {
  const format = node?.attributes['format'] ?? 'text'
  const text = node?.text ?? ''
  const wrong = faultOfText(text) ?? (isTextTooLong(text) ? textTooLong : undefined)
  if (wrong !== undefined) return `${label}: ${wrong}`
  return isTextFormat(format) ? { text, format } : `${label}: unknown format "${format.slice(0, 100)}".`
}

const format = (description: string) =>
  Type.Union([Type.Literal('text'), Type.Literal('html'), Type.Literal('commonmark')], { description })
const shownFormat = (description: string) => Type.Union([Type.Literal('text'), Type.Literal('html')], { description })

/** The steps of a test. */
const NO_STEP: StepTexts = {
  description: '',
  description_format: 'text',
  expected_results: '',
  expected_results_format: 'text',
}

export const ttmstepdef = defineFieldType<readonly StoredStep[]>({
  type: 'ttmstepdef',
  family: 'external',
  settings: noSettings,
  input: Type.Object({
    value: Type.Optional(
      Type.Array(
        Type.Object(
          {
            description: VerbatimText('Action of the step. A step without is left out.'),
            description_format: format('Format of the description.'),
            expected_results: VerbatimText('Results that are expected.'),
            expected_results_format: format('Format of the expected results.'),
            rank: Type.Optional(Type.Integer({ description: 'Steps are ordered by it; required on update.' })),
          },
          { description: 'A step.' },
        ),
        { description: 'All steps; those that are left out are removed. Absent: nothing changes.' },
      ),
    ),
  }),
  output: Type.Object({
    value: Type.Array(
      Type.Object(
        {
          id: Type.Integer({ description: 'Changes whenever the steps are written.' }),
          description: Type.String({ description: 'Safe HTML, or plain text where the format is text.' }),
          description_format: shownFormat('Format of the description as shown.'),
          commonmark_description: Type.Optional(
            Type.String({ description: 'Its source, escaped, if that is commonmark.' }),
          ),
          expected_results: Type.String({ description: 'Safe HTML, or plain text where the format is text.' }),
          expected_results_format: shownFormat('Format of the expected results as shown.'),
          commonmark_expected_results: Type.Optional(
            Type.String({ description: 'Their source, escaped, if that is commonmark.' }),
          ),
          rank: Type.Integer({ description: 'Place of the step, from 1.' }),
        },
        { description: 'A step.' },
      ),
      { description: 'The steps in their order.' },
    ),
  }),
  isByField: false,
  parse,
  parseByField: (entry, field, context) =>
    entry.value === undefined || entry.value === null ? wrongForm(field, form) : parse(entry, field, context),
  toEntry: (steps = []) => ({ value: steps.map(({ id: _, ...step }) => step) }),
  defaultValue: () => undefined,
  isEmpty: value => value === undefined || value.length === 0,
  // Ids and ranks follow from the order, so they are not compared.
  same: (before, after) => sameSteps(before ?? [], after ?? []),
  index: () => [],
  searchText: value => stepsPlainText(value) || undefined,
  plainText: value => stepsPlainText(value ?? []),
  referenceTexts: value => value.flatMap(step => [step.description, step.expected_results]),
  represent: (value, _field, context) =>
    value === undefined
      ? null
      : {
          value: value.map(step => ({
            id: step.id,
            ...shownText('description', step, context),
            ...shownText('expected_results', step, context),
            rank: step.rank,
          })),
        },
  flat: () => undefined,
  toNamed: steps => (steps ?? []).map(({ id: _, rank: _rank, ...texts }) => texts),
  fromNamed: (named, field, { defaultTextFormat }) => {
    if (!Array.isArray(named)) return wrongForm(field, '[{"description": "text", "expected_results": "text"}]')
    const formats = { description_format: defaultTextFormat, expected_results_format: defaultTextFormat }
    const steps = (named as readonly unknown[]).map((step, index) =>
      isObject(step) ? { expected_results: '', ...formats, ...step, rank: index + 1 } : step,
    )
    return { value: steps }
  },
  describe: () => plainDescription(null, {}),
  importSettings: () => ({}),
  exportSettings: () => ({}),
  importValue: (change, field, context) => {
    const steps: StoredStep[] = []
    for (const node of childrenNamed(change, 'step')) {
      const description = textMember(childNamed(node, 'description'), 'description')
      const expected = textMember(childNamed(node, 'expected_results'), 'expected_results')
      const wrong = [description, expected].find(part => typeof part === 'string')
      if (typeof description === 'string' || typeof expected === 'string') {
        context.warn(node, `Steps of "${field.name}" skipped: ${String(wrong)}`)
        return undefined
      }
      if (description.text.trim() === '') continue
      steps.push({
        id: context.nextStepId(),
        description: description.text,
        description_format: description.format,
        expected_results: expected.text,
        expected_results_format: expected.format,
        rank: steps.length + 1,
      })
    }
    return steps
  },
  exportValue: (value, field) => ({
    name: 'external_field_change',
    attributes: { field_name: field.name, type: 'ttmstepdef' },
    // Readers with a grammar require a step. A step without description is none.
    children: (value.length > 0 ? value : [NO_STEP]).map(step => ({
      name: 'step',
      children: [
        { name: 'description', attributes: { format: step.description_format }, text: step.description },
        { name: 'expected_results', attributes: { format: step.expected_results_format }, text: step.expected_results },
      ],
    })),
  }),
})
