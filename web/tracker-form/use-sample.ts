import { useQuery } from '@tanstack/react-query'
import type { components } from '../../client/index.ts'
import { api, bodyOf } from '../api/api.ts'
import type { Field, FieldValue } from '../fields/field-view.ts'
import type { Tracker } from '../trackers/tracker-queries.ts'
import type { ElementDefinition } from '../tracker-settings/model/definition.ts'

type Artifact = components['schemas']['Artifact']

export interface Sample {
  readonly artifact: Artifact | undefined
  readonly of: (element: ElementDefinition) => { readonly field: Field; readonly value: FieldValue } | undefined
}

/** Values of the newest artifact: the form shows them, as far as the tracker has the fields already. */
export const useSample = (tracker: Tracker): Sample => {
  const { data: artifact } = useQuery({
    queryKey: ['tracker', tracker.id, 'sample'],
    queryFn: async ({ signal }): Promise<Artifact | null> => {
      const query = { limit: 1, order: 'desc', values: 'all' } as const
      const [newest] = await bodyOf(
        api.GET('/trackers/{id}/artifacts', { params: { path: { id: tracker.id }, query }, signal }),
      )
      return newest ?? null
    },
  })
  const fields = new Map(tracker.fields.map(field => [field.name, field]))
  const values = new Map((artifact?.values ?? []).map(value => [value.field_id, value]))
  return {
    artifact: artifact ?? undefined,
    of: ({ name, previous_name: previous, type }) => {
      const field = fields.get(previous ?? name)
      const value = field?.type === type ? values.get(field.field_id) : undefined
      return field && value && { field, value }
    },
  }
}
