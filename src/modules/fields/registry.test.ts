import { describe, expect, it } from 'vitest'
import { plainSamples } from '../../../test/field-samples.ts'
import { fieldTypeContract } from '../../../test/field-type-contract.ts'
import { listSamples } from '../../../test/list-samples.ts'
import { decode } from '../../platform/http/request/decode.ts'
import { fieldTypes, settingsWithDefaults, valueEntry } from './registry.ts'

const samples = { ...plainSamples, ...listSamples }

for (const [name, sample] of Object.entries(samples)) {
  const type = fieldTypes.get(name as keyof typeof samples)
  if (!type) throw new Error(`There are samples for ${name}, which is not registered`)
  fieldTypeContract(type, sample)
}

describe('the registry of field types', () => {
  it('has samples for every registered type', () => {
    expect([...fieldTypes.keys()].filter(name => !samples[name])).toEqual([])
  })

  it('knows every short name once (fields.md §2)', () => {
    expect([...fieldTypes.keys()].sort()).toEqual(
      (
        'Encrypted aid art_link atid burndown burnup cb column computed cross date fieldset file float int linebreak luby lud ' +
        'msb perm priority rb sb separator staticrichtext string subby subon tbl text ttmstepdef ttmstepexec'
      ).split(' '),
    )
  })

  it('fills settings with the defaults of the type and drops unknown ones', () => {
    const string = fieldTypes.get('string')
    if (!string) throw new Error('no string')
    expect(settingsWithDefaults(string, { maxchars: 7, odd: true })).toEqual({
      maxchars: 7,
      size: 30,
      default_value: '',
    })
  })

  it('decodes entries as they come from JSON and XML, other members kept (artifacts.md §2.3)', () => {
    expect(decode(valueEntry, { field_id: 3, value: 5, label: 'x', commonmark: 'y' }, 'json')).toEqual({
      field_id: 3,
      value: 5,
      label: 'x',
      commonmark: 'y',
    })
    expect(decode(valueEntry, { field_id: '3', value: '007', bind_value_ids: '' }, 'xml')).toEqual({
      field_id: 3,
      value: '007',
      bind_value_ids: [],
    })
    expect(() => decode(valueEntry, { value: 'x' }, 'json', 'values[0]')).toThrow('`values[0][field_id]` is required')
    expect(() => decode(valueEntry, { field_id: 1, bind_value_ids: 'x' }, 'json', 'values[0]')).toThrow(
      'bind_value_ids',
    )
  })
})
