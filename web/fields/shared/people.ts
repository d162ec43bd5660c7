import { api, bodyOf, pageOf } from '../../api/api.ts'
import { choicesOf, type Choice } from './choices.ts'

const MAX_PEOPLE = 20
/** The server finds accounts by three letters and more. */
const MIN_TEXT = 3

/** Members of the project by words of their names; then all accounts, if the text is long enough. */
export const findPeople = async (projectId: number, text: string, signal: AbortSignal): Promise<readonly Choice[]> => {
  const [members, accounts] = await Promise.all([
    pageOf(
      api.GET('/projects/{id}/members', {
        params: { path: { id: projectId }, query: { limit: MAX_PEOPLE, ...(text === '' ? {} : { query: text }) } },
        signal,
      }),
    ).then(page => page.items),
    text.length < MIN_TEXT
      ? []
      : bodyOf(api.GET('/users', { params: { query: { query: text, limit: MAX_PEOPLE } }, signal })),
  ])
  const people = choicesOf([...members, ...accounts])
  return people.filter((person, index) => people.findIndex(each => each.id === person.id) === index)
}
