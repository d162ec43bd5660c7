import { Type } from 'typebox'

export const SampleProjectState = Type.Object(
  {
    can_be_created: Type.Boolean({ description: 'Whether `POST` would create the sample project.' }),
    project_id: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Id of the sample project; null: none is here.',
    }),
    shortname: Type.Union([Type.String(), Type.Null()], { description: 'Short name of the sample project, or null.' }),
  },
  { description: 'State of the sample project.' },
)

export const CreatedSampleProject = Type.Object(
  {
    id: Type.Integer({ description: 'Id of the project.' }),
    uri: Type.String({ description: 'Address of the project in the API.' }),
    shortname: Type.String({ description: 'Short name of the project.' }),
    label: Type.String({ description: 'Name of the project.' }),
    artifacts: Type.Integer({ description: 'Number of its artifacts.' }),
    has_repository: Type.Boolean({
      description: 'Whether it has a Subversion repository; false if Subversion is not installed.',
    }),
  },
  { description: 'The created sample project.' },
)

export const RemovedSampleProject = Type.Object(
  {
    erased_accounts: Type.Integer({ description: 'Number of erased accounts of the team.' }),
    kept_accounts: Type.Integer({ description: 'Number of accounts of the team that somebody has used, which stay.' }),
  },
  { description: 'The effects of the removal.' },
)
