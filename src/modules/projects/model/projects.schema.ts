import { Type, type Static } from 'typebox'
import { paginationQuery } from '../../../platform/http/routes/pagination.ts'
import {
  Choice,
  EmptyArrayOrObject,
  Id,
  IsoDate,
  Nullable,
  TextOrEmpty,
  Uri,
} from '../../../platform/http/schemas/schema.ts'
import { MinimalUser } from '../../users/index.ts'
import { listedStatuses } from './project.ts'

const minimalProject = {
  id: Id('Id of the project.'),
  uri: Uri('Resource of the project.'),
  label: Type.String({ description: 'Name, after the icon when there is one.' }),
  label_without_icon: Type.String({ description: 'Name.' }),
  shortname: Type.String({ description: 'Short name, in lower case.' }),
  status: Nullable(Type.String({ description: 'active, pending, suspended, deleted or system.' }), {
    description: 'Null while it waits for its archive.',
  }),
  access: Type.String({ description: 'Visibility: public, unrestricted, private or private-wo-restr.' }),
  is_template: Type.Boolean({ description: 'Whether everybody who sees it may make projects from it.' }),
}

/** projects.md §2 */
export const MinimalProject = Type.Object(minimalProject, { description: 'A project in short.' })

const RootPlanning = Type.Object(
  { root_planning: Type.Unknown({ description: 'The planning that is nobody’s child, as in the list of plannings.' }) },
  { description: 'Data of the agile component about the project.' },
)

export const FullProject = Type.Object(
  {
    ...minimalProject,
    resources: Type.Array(
      Type.Object(
        {
          type: Type.String({ description: 'Kind of the listed things.' }),
          uri: Uri('Where.'),
        },
        { description: 'A list that belongs to the project.' },
      ),
      { description: 'Lists that belong to the project.' },
    ),
    additional_informations: EmptyArrayOrObject(
      RootPlanning,
      'By component: `agiledashboard`; an empty list when there is nothing.',
    ),
    is_member_of: Type.Boolean({ description: 'Whether the caller is a member.' }),
    description: Nullable(Type.String({ description: 'Description.' }), { description: 'Description.' }),
    additional_fields: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'Name of the field.' }),
          value: Type.String({ description: 'Its value, "" when it is not set.' }),
        },
        { description: 'A custom field.' },
      ),
      { description: 'One entry for each custom field of the platform.' },
    ),
    icon: Type.String({ description: 'Emoji, or "".' }),
  },
  { description: 'A project.' },
)
export type FullProject = Static<typeof FullProject>

export const CreatedProject = Type.Union(
  [
    FullProject,
    Type.Object(
      {
        id: Type.Integer({ description: 'Number of the project.' }),
        uri: Type.String({ description: 'Where the project will be.' }),
        upload_href: Type.String({ description: 'Path that the archive is sent to by TUS, by the same account.' }),
      },
      { description: 'A project that waits for its archive.' },
    ),
  ],
  { description: 'The new project.' },
)

export const NewProjectBody = Type.Object(
  {
    shortname: Type.String({
      description: '3 to 30 letters, digits and hyphens, the first no hyphen; unique on the platform.',
    }),
    label: Type.String({ description: 'Name, 3 to 40 characters.' }),
    is_public: Type.Boolean({ description: 'Whether people who are no members see it.' }),
    allow_restricted: Type.Optional(
      Nullable(Type.Boolean({ description: 'Whether restricted users have access.' }), {
        description:
          'Whether restricted users have access; only a platform with restricted users takes what differs from the default.',
      }),
    ),
    description: Type.Optional(TextOrEmpty('Description.')),
    template_id: Type.Optional(Type.Integer({ minimum: 1, description: 'Project to take as template.' })),
    xml_template_name: Type.Optional(Type.String({ description: 'Name of a template of the platform.' })),
    from_archive: Type.Optional(
      Type.Object(
        {
          file_name: Type.String({ description: 'Name of the archive.' }),
          file_size: Type.Integer({ minimum: 0, description: 'Its size in bytes.' }),
        },
        { description: 'Archive to make the project from.' },
      ),
    ),
    categories: Type.Optional(
      Type.Array(
        Type.Object(
          {
            category_id: Type.Integer({ description: 'Id of a root category.' }),
            value_id: Type.Integer({ description: 'Id of one of its values.' }),
          },
          { description: 'A category of the project.' },
        ),
        { description: 'Categories of the project.' },
      ),
    ),
    fields: Type.Optional(
      Type.Array(
        Type.Object(
          {
            field_id: Type.Integer({ description: 'Id of a custom field.' }),
            value: TextOrEmpty('Its value.'),
          },
          { description: 'Value of a custom field.' },
        ),
        { description: 'Values of custom fields.' },
      ),
    ),
  },
  { description: 'A project to create. Of the templates the first that is given counts, in the order of this list.' },
)

export const DryRunQuery = Type.Object(
  { dry_run: Type.Boolean({ default: false, description: 'Only check: nothing is created.' }) },
  { description: 'Options of the creation.' },
)

export const ProjectStatusBody = Type.Object(
  { status: Choice(['active', 'suspended'], { description: 'The status to give it.' }) },
  { description: 'A change of status.' },
)

export const ProjectAdministrationBody = Type.Object(
  {
    status: Type.Optional(
      Choice(['active', 'suspended', 'deleted'], { description: 'The status to give it; deleted cannot be undone.' }),
    ),
    is_template: Type.Optional(
      Type.Boolean({ description: 'Whether everybody who sees it may make projects from it.' }),
    ),
  },
  { description: 'Members to change; those that are left out stay as they are.' },
)

export const MAX_ALL_PROJECTS = 100

export const AllProjectsQuery = Type.Object(
  {
    query: Type.Optional(Type.String({ description: 'Words; each is part of the label or the short name.' })),
    status: Type.Optional(Choice(listedStatuses, { description: 'Only projects of this status.' })),
    ...paginationQuery({ default: 50, max: MAX_ALL_PROJECTS }),
  },
  { description: 'Which projects, and which page of them.' },
)

export const AllProjects = Type.Array(
  Type.Object(
    {
      ...MinimalProject.properties,
      created_on: IsoDate('When it was made.'),
      members_count: Type.Integer({ description: 'How many members it has.' }),
      project_owner: Nullable(MinimalUser, { description: 'Null while there is none.' }),
    },
    { description: 'A project, as those who manage the projects of the platform see it.' },
  ),
  { description: 'By id.' },
)

export const ProjectFieldsResponse = Type.Object(
  {
    project_fields_representation: Type.Array(
      Type.Object(
        {
          id: Id('Id of the field.'),
          name: Type.String({ description: 'Name.' }),
          rank: Type.Integer({ description: 'Place in forms.' }),
          is_required: Type.Boolean({ description: 'Whether each new project needs a value.' }),
          description: Type.String({ description: 'Description.' }),
          type: Type.String({ description: '`line` or `text`.' }),
        },
        { description: 'A custom field of projects.' },
      ),
      { description: 'The fields of this page.' },
    ),
    total_size: Type.Integer({ description: 'How many are on this page.' }),
  },
  { description: 'Custom fields of projects.' },
)

/** For routes that declare no bounds: a value outside is set to the nearest bound (http.md §6). */
export const unboundedPagination = (options: { readonly max: number; readonly default: number }) => ({
  limit: Type.Integer({
    default: options.default,
    description: `Number of elements of the page; more than ${options.max} is taken as ${options.max}.`,
  }),
  offset: Type.Integer({ default: 0, description: 'Index of the first element, from 0.' }),
})

export const Service = Type.Object(
  {
    id: Id('Id of the service in this project.'),
    uri: Uri('Resource of the service.'),
    service_url: Type.String({ description: 'Where it leads.' }),
    name: Type.String({ description: 'Short name, "" for custom ones.' }),
    label: Type.String({ description: 'Label.' }),
    is_enabled: Type.Boolean({ description: 'Whether the project uses it.' }),
    icon: Type.String({ description: 'Icon, as a class name.' }),
    is_custom: Type.Boolean({ description: 'Whether the project added it by itself.' }),
  },
  { description: 'A service of a project.' },
)

export const ServiceBody = Type.Object(
  { is_enabled: Type.Boolean({ description: 'Whether the project is to use it.' }) },
  { description: 'A change of a service.' },
)

export const Banner = Type.Object(
  { message: Type.String({ description: 'Text of the banner.' }) },
  { description: 'Banner of a project.' },
)

export const headerBackgrounds = [
  'aerial-water',
  'asphalt-rock',
  'beach-daytime',
  'blue-rain',
  'blue-sand',
  'brown-alpaca',
  'brown-desert',
  'brown-grass',
  'brown-textile',
  'brush-daytime',
  'green-grass',
  'green-leaf',
  'green-trees',
  'led-light',
  'ocean-waves',
  'octopus-black',
  'orange-tulip',
  'pine-forest',
  'purple-building',
  'purple-droplet',
  'purple-textile',
  'snow-mountain',
  'tree-water',
  'white-sheep',
  'wooden-surface',
] as const

export const HeaderBackgroundBody = Type.Object(
  { identifier: Choice(headerBackgrounds, { description: 'Name of the picture.' }) },
  { description: 'Picture behind the header of a project.' },
)

export const LabelsResponse = Type.Object(
  {
    labels: Type.Array(
      Type.Object(
        {
          id: Id('Id of the label.'),
          label: Type.String({ description: 'Its text.' }),
          is_outline: Type.Boolean({ description: 'Whether it is drawn as an outline.' }),
          color: Type.String({ description: 'Name of its colour.' }),
        },
        { description: 'A label.' },
      ),
      { description: 'The labels of this page.' },
    ),
  },
  { description: 'Labels of a project.' },
)

export const ThirdPartyDataQuery = Type.Object(
  {
    currently_active_service: Type.String({
      default: '',
      description: 'Short name of the service that the program stands for; it is marked as active.',
    }),
  },
  { description: 'Where the caller is.' },
)

export const ThirdPartyData = Type.Object(
  {
    project_sidebar: Type.Object(
      {
        is_collapsed: Type.Boolean({ description: 'Whether it is shown small.' }),
        config: Type.String({ description: 'JSON: project, services with their addresses, caller, platform.' }),
      },
      { description: 'The bar beside the pages of a project.' },
    ),
    styles: Type.Object(
      {
        content: Type.String({ description: 'CSS with the custom properties of the theme.' }),
        variant_name: Type.String({ description: 'Name of its colour.' }),
        should_display_favicon_variant: Type.Boolean({ description: 'Whether the colour is that of the icon, too.' }),
      },
      { description: 'How pages look.' },
    ),
    references: Type.Array(
      Type.Object(
        {
          keyword: Type.String({ description: 'A word that stands before `#`.' }),
          description: Type.String({ description: 'Meaning of the reference.' }),
        },
        { description: 'A kind of reference.' },
      ),
      { description: 'References that texts can use.' },
    ),
  },
  { description: 'Data with which another program looks like a part of the project.' },
)
