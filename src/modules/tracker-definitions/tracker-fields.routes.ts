import { Type } from 'typebox'
import { created, ok, type Route } from '../../platform/http/routes/route.ts'
import { Choice, Id, idParams, Nullable, TextOrEmpty } from '../../platform/http/schemas/schema.ts'
import { fieldTypeNames } from '../fields/index.ts'
import { FieldDescription } from '../trackers/index.ts'
import { route, type Viewer } from '../users/index.ts'
import type { AdministrationOperations } from './tracker-definitions.operations.ts'
import { changeOrRehearse } from './change/representation.ts'
import { DefinitionRehearsal } from './model/tracker-definitions.schema.ts'
import { Bind, FieldRights } from './model/definition.schema.ts'

const place = {
  parent_id: Nullable(Id('Id of the container.'), { description: 'The container; null = the top level.' }),
  next_sibling_id: Nullable(Id('Id of the element.'), { description: 'The element that follows; null = the last.' }),
}
const settings = Type.Record(Type.String(), Type.Unknown({ description: 'Setting of the kind.' }), {
  description: 'As `specific_properties` of the field.',
})
const more = {
  is_required: Type.Optional(Type.Boolean({ description: 'A value must be given.' })),
  has_notifications: Type.Optional(Type.Boolean({ description: 'Users in the field are notified.' })),
  settings: Type.Optional(settings),
  bind: Type.Optional(Bind),
  permissions: Type.Optional(FieldRights),
}

/** Routes for form elements of trackers. */
export const trackerFieldsRoutes = (administration: AdministrationOperations): Route<Viewer>[] => [
  route({
    method: 'POST',
    idempotency: 'answer',
    path: '/tracker_fields',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'createTrackerField',
    summary: 'Adds a form element to a tracker.',
    description:
      'Any kind of element. Without rights everybody who sees the project reads the field and members write it; a list without bind has static values, none at first.',
    spec: 'fields.md §1',
    tag: 'Tracker administration',
    body: Type.Object(
      {
        tracker: Type.Object({ id: Id('Id of the tracker.') }, { description: 'The tracker.' }),
        type: Choice(fieldTypeNames, { description: 'Kind of form element.' }),
        name: Type.Optional(Type.String({ description: 'Short name; without one it is made of the label.' })),
        label: Type.String({ description: 'Name to show.' }),
        description: Type.Optional(TextOrEmpty('Purpose of the element.')),
        parent_id: Type.Optional(place.parent_id),
        next_sibling_id: Type.Optional(place.next_sibling_id),
        ...more,
      },
      { description: 'The new element.' },
    ),
    dryRun: DefinitionRehearsal,
    responses: { 201: FieldDescription },
    errors: [400, 401, 403, 404],
    handler: ({ viewer, body: { tracker, ...field }, isDryRun }) =>
      changeOrRehearse(
        isDryRun,
        201,
        () => administration.createField(viewer, tracker.id, field),
        async report => created(await administration.describeNewField(viewer, tracker.id, report)),
      ),
  }),

  route({
    method: 'PATCH',
    idempotency: 'answer',
    path: '/tracker_fields/{id}',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'updateTrackerField',
    summary: 'Changes a form element; all of what is given, or nothing.',
    spec: 'trackers.md §7',
    tag: 'Tracker administration',
    params: idParams('Id of the form element.'),
    query: Type.Object(
      {
        allow_data_loss: Type.Boolean({
          default: false,
          description: 'true: artifacts may lose values of the list. Otherwise that is refused (409).',
        }),
      },
      { description: 'How it is changed.' },
    ),
    body: Type.Object(
      {
        label: Type.Optional(TextOrEmpty('Name to show.')),
        description: Type.Optional(TextOrEmpty('Purpose of the element.')),
        name: Type.Optional(TextOrEmpty('Short name; what a name may not have is replaced.')),
        use_it: Type.Optional(Type.Boolean({ description: 'true: put back in use; false: taken out of the form.' })),
        new_values: Type.Optional(
          Type.Array(TextOrEmpty('Label.'), { description: 'Values that the list gets at its end (sb, rb).' }),
        ),
        move: Type.Optional(Type.Object(place, { description: 'Where it goes.' })),
        ...more,
      },
      { description: 'Members to change.' },
    ),
    dryRun: DefinitionRehearsal,
    responses: { 200: FieldDescription },
    errors: [400, 401, 403, 404, 409],
    handler: ({ viewer, params, query, body, isDryRun }) =>
      changeOrRehearse(
        isDryRun,
        200,
        () => administration.updateField(viewer, params.id, body, query.allow_data_loss),
        async () => ok(await administration.describeField(viewer, params.id)),
      ),
  }),

  route({
    method: 'DELETE',
    idempotency: 'answer',
    path: '/tracker_fields/{id}',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'deleteTrackerField',
    summary: 'Deletes a form element with its values, for good.',
    description: 'Refused while a semantic, the workflow, a rule or a trigger uses it, or it holds other elements.',
    spec: 'trackers.md §7',
    tag: 'Tracker administration',
    params: idParams('Id of the form element.'),
    dryRun: DefinitionRehearsal,
    responses: { 204: null },
    errors: [400, 401, 403, 404],
    handler: ({ viewer, params, isDryRun }) =>
      changeOrRehearse(
        isDryRun,
        204,
        () => administration.deleteField(viewer, params.id),
        () => ({ status: 204 }),
      ),
  }),
]
