import { Invalid } from '../../errors.ts'

/** The names of a parameter such as `title,status`. */
export const splitNames = (text: string): string[] =>
  text
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')

/** The words of a parameter that takes several of them; throws an Invalid for other words. */
export const parseWords = <const Word extends string>(
  text: string,
  words: readonly Word[],
  parameter: string,
): ReadonlySet<Word> => {
  const given = splitNames(text)
  const isWord = (name: string): name is Word => (words as readonly string[]).includes(name)
  const unknown = given.filter(name => !isWord(name))
  if (unknown.length > 0)
    throw new Invalid(`\`${parameter}\` takes ${words.join(', ')}, not ${unknown.join(', ').slice(0, 200)}`, {
      reason: 'parameter.range',
      parameter,
    })
  return new Set(given.filter(isWord))
}
