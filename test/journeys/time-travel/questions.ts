import type { Random } from '../../fuzz/random.ts'
import { secondOf, STATES, TAGS, type ModelArtifact, type Order, type Question, type Version } from './model.ts'
import { WORDS } from './world.ts'

const negated = (question: Question, text: string): Question => ({
  text,
  holds: (...given) => !question.holds(...given),
})

const comparisons: Readonly<Record<string, (value: number, other: number) => boolean>> = {
  '=': (value, other) => value === other,
  '<': (value, other) => value < other,
  '<=': (value, other) => value <= other,
  '>': (value, other) => value > other,
  '>=': (value, other) => value >= other,
}

const textQuestion = (random: Random, fields: readonly ('title' | 'story')[]): Question => {
  const field = random.pick(fields)
  const word = random.pick([...WORDS, ''])
  const question: Question = {
    text: `${field} = "${word}"`,
    holds: ({ values }) => (word === '' ? values[field] === '' : values[field].includes(word)),
  }
  return random.chance(0.3) ? negated(question, `${field} != "${word}"`) : question
}

const numberQuestion = (random: Random, fields: readonly ('effort' | 'cost' | 'secret')[]): Question => {
  const field = random.pick(fields)
  const number = random.below(6)
  if (random.chance(0.2)) return { text: `${field} = ""`, holds: ({ values }) => values[field] === null }
  if (random.chance(0.2)) return { text: `${field} != ${number}`, holds: ({ values }) => values[field] !== number }
  const operator = random.pick(Object.keys(comparisons))
  return {
    text: `${field} ${operator} ${number}`,
    holds: ({ values }) => {
      const value = values[field]
      return value !== null && (comparisons[operator]?.(value, number) ?? false)
    },
  }
}

const dueQuestion = (random: Random): Question => {
  const day = `2026-03-${10 + random.below(5)}`
  const operator = random.pick(['=', '<', '>='])
  return {
    text: `due ${operator} "${day}"`,
    holds: ({ values: { due } }) =>
      due !== null && (operator === '=' ? due === day : operator === '<' ? due < day : due >= day),
  }
}

const listQuestion = (random: Random, isPlan: boolean): Question => {
  const field = random.pick<'state' | 'tags' | 'who'>(isPlan ? ['state'] : ['state', 'tags', 'who'])
  const offered = { state: isPlan ? ['new', 'done'] : STATES, tags: TAGS, who: ['owner', 'member'] }[
    field
  ] as readonly string[]
  if (random.chance(0.2)) return { text: `${field} = ""`, holds: ({ values }) => values[field].length === 0 }
  const label = random.pick(offered)
  const question: Question = {
    text: `${field} = "${label}"`,
    holds: ({ values }) => values[field].includes(label),
  }
  return random.chance(0.3) ? negated(question, `${field} != "${label}"`) : question
}

const personQuestion = (random: Random): Question => {
  const [field, of] = random.pick<readonly [string, (version: Version, artifact: ModelArtifact) => string]>([
    ['creator', (_, { createdBy }) => createdBy],
    ['editor', ({ by }) => by],
  ])
  const login = random.pick(['owner', 'member', 'author'])
  return { text: `${field} = "${login}"`, holds: (...given) => of(...given) === login }
}

const linkQuestion = (random: Random, ids: readonly number[]): Question => {
  const target = random.pick(ids)
  const question: Question = {
    text: `IS LINKED TO ARTIFACT = ${target}`,
    holds: ({ values }) => values.links.includes(target),
  }
  return random.chance(0.3) ? negated(question, `IS NOT LINKED TO ARTIFACT = ${target}`) : question
}

/** A query about a tracker; about the secret field too, if the reader knows it. */
export const draftQuestion = (
  random: Random,
  isPlan: boolean,
  knowsSecret: boolean,
  linkTargets: readonly number[],
): Question => {
  const single = (): Question =>
    random.pick([
      () => textQuestion(random, isPlan ? ['title'] : ['title', 'story']),
      () =>
        numberQuestion(random, isPlan ? ['effort'] : knowsSecret ? ['effort', 'cost', 'secret'] : ['effort', 'cost']),
      () => (isPlan ? numberQuestion(random, ['effort']) : dueQuestion(random)),
      () => listQuestion(random, isPlan),
      () => (isPlan ? textQuestion(random, ['title']) : personQuestion(random)),
      () => linkQuestion(random, linkTargets),
    ])()
  if (random.chance(0.1)) return { text: '', holds: () => true }
  const parts = Array.from({ length: 1 + random.below(3) }, single)
  const word = random.pick(['AND', 'OR'])
  return {
    text: parts.map(({ text }) => text).join(` ${word} `),
    holds: (...given) => {
      const answers = parts.map(part => part.holds(...given))
      return word === 'AND' ? answers.every(Boolean) : answers.some(Boolean)
    },
  }
}

type SortValue = Order['keys'][number]['of']
const placeOf =
  (labels: readonly string[]): SortValue =>
  ({ values }) => {
    const place = labels.findIndex(label => values.state.includes(label))
    return place < 0 ? null : place
  }
const sortable: Readonly<Record<string, SortValue>> = {
  title: ({ values }) => values.title || null,
  effort: ({ values }) => values.effort,
  cost: ({ values }) => values.cost,
  due: ({ values }) => values.due,
  state: placeOf(STATES),
  creator: (_, { createdBy }) => createdBy,
  editor: ({ by }) => by,
  changed: ({ at }) => at,
  number: (_, { id }) => id,
}

export const draftOrder = (random: Random, isPlan: boolean): Order => {
  if (random.chance(0.3)) return { text: '', keys: [] }
  const names = isPlan ? ['title', 'effort', 'state'] : Object.keys(sortable)
  const chosen = [...new Set([random.pick(names), random.pick(names)])].map(name => ({
    name,
    isDescending: random.chance(0.5),
  }))
  return {
    text: chosen.map(({ name, isDescending }) => `${isDescending ? '-' : ''}${name}`).join(),
    keys: chosen.map(({ name, isDescending }) => ({
      of: isPlan && name === 'state' ? placeOf(['done', 'new']) : (sortable[name] as SortValue),
      isDescending,
    })),
  }
}

/** A time of the history, or right beside one. */
export const draftTime = (random: Random, times: readonly number[]): number =>
  secondOf(random.pick(times) + random.pick([-60_000, -1_000, 0, 0, 1_000])) * 1_000
