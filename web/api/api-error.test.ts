import { describe, expect, it } from 'vitest'
import { apiErrorOf } from './api-error.ts'

const faultsOf = (body: unknown) => apiErrorOf(400, body).faults

describe('a refusal of the server', () => {
  it('shows its sentences, one for each line, without the reason phrase', () => {
    expect(faultsOf({ error: { code: 400, message: 'Bad Request: title is required\ndate: no date' } })).toEqual([
      'Title is required',
      'Date: no date',
    ])
  })

  it('is in the language of the account if the server has it', () => {
    const error = { code: 400, message: 'Bad Request', i18n_error_message: 'Il manque le titre' }
    expect(faultsOf({ error })).toEqual(['Il manque le titre'])
    expect(faultsOf({ error: { ...error, i18n_error_messages: ['a', 'b'] } })).toEqual(['a', 'b'])
  })

  it('keeps the reason of each sentence, and none where they cannot be told apart', () => {
    const required = { reason: 'field.required', name: 'title' }
    const range = { reason: 'parameter.range', parameter: 'limit' }
    const body = (message: string) => ({
      error: { code: 400, message, details: { ...required, all: [required, range] } },
    })
    expect(apiErrorOf(400, body('Bad Request: title is required\nlimit: too large')).reasons).toEqual([
      { ...required, text: 'Title is required' },
      { ...range, text: 'Limit: too large' },
    ])
    expect(apiErrorOf(400, body('Bad Request: one\ntwo\nthree')).reasons).toEqual([])
  })

  it('is left to the page where the server says nothing of its own', () => {
    expect(faultsOf({ error: { code: 403, message: 'Forbidden' } })).toEqual([])
    expect(faultsOf(undefined)).toEqual([])
    expect(faultsOf('<html>Bad gateway</html>')).toEqual([])
  })
})
