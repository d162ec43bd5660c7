import { Type } from 'typebox'
import { Choice, VerbatimText } from '../../../platform/http/schemas/schema.ts'

export const trackerExportQuery = Type.Object(
  {
    format: Choice(['csv', 'ndjson'], {
      description: 'Format; the media type in `Accept` chooses, too.',
      default: 'csv',
    }),
    tql: VerbatimText('A query in TQL: only the artifacts that it finds. "" = all.', { default: '' }),
    sort: Type.String({
      description: 'Short names of fields, separated by commas, those with a minus descending: status,-last_update.',
      default: '',
    }),
    columns: Type.String({
      description: 'Short names of fields, separated by commas, in the order of the columns. "" = all readable fields.',
      default: '',
    }),
    separator: Choice(['comma', 'semicolon', 'tab'], {
      description: 'Between the cells of CSV.',
      default: 'comma',
    }),
    bom: Type.Boolean({
      description: 'CSV: begins with a byte order mark, by which some programs recognise UTF-8.',
      default: false,
    }),
    dates: Choice(['iso', 'shown'], {
      description: 'CSV: dates with time and offset, or as date and time in the zone of the caller.',
      default: 'iso',
    }),
  },
  { description: 'Which artifacts, in what form.' },
)
