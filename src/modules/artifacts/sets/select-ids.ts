import { IdSet, PAGE_WORDS } from './id-set.ts'

/** A condition on artifacts as operations on sets of their ids. */
export type SetExpression<Set> =
  | { readonly kind: 'all' | 'none' }
  | { readonly kind: 'set'; readonly set: Set }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly SetExpression<Set>[] }
  | { readonly kind: 'not'; readonly part: SetExpression<Set> }

/** The sets of an expression, each as often as it stands there. */
export const setsIn = <Set>(expression: SetExpression<Set>): Set[] => {
  switch (expression.kind) {
    case 'all':
    case 'none':
      return []
    case 'set':
      return [expression.set]
    case 'not':
      return setsIn(expression.part)
    case 'and':
    case 'or':
      return expression.parts.flatMap(setsIn)
  }
}

/** Writes the ids of one page for which an expression holds. `all`: the page of all ids. */
type SelectPage = (number: number, all: Uint32Array, into: Uint32Array) => void

/** The ids of `all` for which the expression holds. */
export const selectIds = (expression: SetExpression<IdSet>, all: IdSet): IdSet => {
  const selectPage = compile(expression)
  const pages = new Map<number, Uint32Array>()
  let into = new Uint32Array(PAGE_WORDS)
  for (const number of all.pageNumbers()) {
    const allOfPage = all.page(number)
    if (!allOfPage) continue
    selectPage(number, allOfPage, into)
    let found = 0
    for (let index = 0; index < PAGE_WORDS; index++) {
      const word = (into[index] ?? 0) & (allOfPage[index] ?? 0)
      into[index] = word
      found |= word
    }
    if (found === 0) continue
    pages.set(number, into)
    into = new Uint32Array(PAGE_WORDS)
  }
  return new IdSet(pages)
}

const compile = (expression: SetExpression<IdSet>): SelectPage => {
  switch (expression.kind) {
    case 'all':
      return (_number, all, into) => into.set(all)
    case 'none':
      return (_number, _all, into) => void into.fill(0)
    case 'set':
      return (number, _all, into) => {
        const page = expression.set.page(number)
        if (page) into.set(page)
        else into.fill(0)
      }
    case 'not': {
      const part = compile(expression.part)
      return (number, all, into) => {
        part(number, all, into)
        for (let index = 0; index < PAGE_WORDS; index++) into[index] = ~(into[index] ?? 0)
      }
    }
    case 'and':
      return joined(expression.parts, 'all', (into, other) => {
        for (let index = 0; index < PAGE_WORDS; index++) into[index] = (into[index] ?? 0) & (other[index] ?? 0)
      })
    case 'or':
      return joined(expression.parts, 'none', (into, other) => {
        for (let index = 0; index < PAGE_WORDS; index++) into[index] = (into[index] ?? 0) | (other[index] ?? 0)
      })
  }
}

const joined = (
  parts: readonly SetExpression<IdSet>[],
  neutral: 'all' | 'none',
  join: (into: Uint32Array, other: Uint32Array) => void,
): SelectPage => {
  const [first, ...others] = parts.map(compile)
  if (!first) return compile({ kind: neutral })
  const other = new Uint32Array(PAGE_WORDS)
  return (number, all, into) => {
    first(number, all, into)
    for (const select of others) {
      select(number, all, other)
      join(into, other)
    }
  }
}
