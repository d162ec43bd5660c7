import { Type, type Static } from 'typebox'
import { Id, IsoDate, Nullable, TextOrEmpty, Uri } from '../../../platform/http/schemas/schema.ts'
import { MinimalProjectSchema, MinimalUserGroupSchema } from '../../projects/index.ts'
import { MinimalUser } from '../../users/index.ts'

const texts = (description: string, each: string) => Type.Array(Type.String({ description: each }), { description })

// --- requests (svn.md §1.3) ----------------------------------------------------------------------------------------------

const CommitRules = Type.Object(
  {
    is_reference_mandatory: Type.Boolean({
      description: 'Whether each commit message has to name an artifact or the like.',
    }),
    is_commit_message_change_allowed: Type.Boolean({
      description: 'Whether messages of commits may be changed afterwards.',
    }),
  },
  { description: 'Rules that commits have to obey.' },
)

const ImmutableTags = Type.Object(
  {
    paths: Type.Array(TextOrEmpty('A directory; `*` stands for any one segment.'), {
      description: 'Directories in which tags can be made, but not changed.',
    }),
    whitelist: Type.Array(TextOrEmpty('A directory; `*` stands for any one segment.'), {
      description: 'Directories below those in which tags can be made, too.',
    }),
  },
  { description: 'Parts of the repository that only grow.' },
)

const NewNotification = Type.Object(
  {
    path: Type.String({ description: 'Path in the repository; `*` stands for any one segment.' }),
    emails: texts('Addresses.', 'An e-mail address.'),
    users: Type.Array(Type.Integer({ description: 'Id of an account.' }), { description: 'Accounts.' }),
    user_groups: texts(
      'User groups.',
      '`"<id>"`, or `"<project>_3"` and `"<project>_4"` for members and administrators.',
    ),
  },
  { description: 'Recipients of mails about commits below a path: at least one.' },
)
export type NewNotification = Static<typeof NewNotification>

const accessFile = TextOrEmpty(
  'Rules of access by path, in the format of Subversion; they come after the generated defaults.',
)
const notifications = Type.Array(NewNotification, { description: 'Mails about commits; each path once.' })
const hasDefaultPermissions = Type.Boolean({
  default: true,
  description:
    'Whether project members may write, and others read where the project is open, unless the access file says otherwise.',
})

const NewSettings = Type.Object(
  {
    layout: Type.Optional(
      Nullable(texts('Directories that the first commit makes.', 'Path of a directory.'), {
        description: 'Directories that the first commit makes; none: the repository stays at revision 0.',
      }),
    ),
    commit_rules: Type.Optional(CommitRules),
    immutable_tags: Type.Optional(ImmutableTags),
    access_file: Type.Optional(accessFile),
    email_notifications: Type.Optional(notifications),
    has_default_permissions: hasDefaultPermissions,
  },
  { description: 'Settings of the new repository; what is left out has its default.' },
)

export const NewRepositoryBody = Type.Object(
  {
    project_id: Type.Integer({ description: 'Project of the repository.' }),
    name: Type.String({ description: '3 to 255 letters, digits, `-`, `_` and `.`, the first a letter.' }),
    settings: Type.Optional(NewSettings),
  },
  { description: 'A repository to create.' },
)

const AllSettings = Type.Object(
  {
    commit_rules: CommitRules,
    immutable_tags: ImmutableTags,
    access_file: accessFile,
    email_notifications: notifications,
    has_default_permissions: hasDefaultPermissions,
  },
  { description: 'All settings at once.' },
)
export type WrittenSettings = Partial<Static<typeof AllSettings>>

export const RepositorySettingsBody = Type.Object({ settings: AllSettings }, { description: 'New settings.' })

// --- responses -----------------------------------------------------------------------------------------------------------

const Settings = Type.Object(
  {
    commit_rules: CommitRules,
    immutable_tags: ImmutableTags,
    access_file: Type.String({
      description: 'Text that the project adds to the generated rules, in its current version.',
    }),
    email_notifications: Type.Array(
      Type.Object(
        {
          user_groups: Type.Array(MinimalUserGroupSchema, { description: 'User groups.' }),
          users: Type.Array(MinimalUser, { description: 'Accounts.' }),
          emails: texts('Addresses.', 'An e-mail address.'),
          path: Type.String({ description: 'Path in the repository.' }),
        },
        { description: 'Recipients of mails about commits below a path.' },
      ),
      { description: 'Mails about commits, in the order in which they were given.' },
    ),
    has_default_permissions: Type.Boolean({ description: 'Whether the generated rules grant anything.' }),
  },
  { description: 'Settings, for those who administer the repositories of the project.' },
)

export const RepositoryRepresentation = Type.Object(
  {
    id: Id('Id of the repository.'),
    project: MinimalProjectSchema,
    uri: Uri('Resource of the repository.'),
    name: Type.String({ description: 'Name.' }),
    svn_url: Type.String({ description: 'Where svn clients find it.' }),
    settings: Type.Optional(Settings),
  },
  { description: 'A Subversion repository.' },
)
export type RepositoryRepresentation = Static<typeof RepositoryRepresentation>

export const RepositoriesResponse = Type.Object(
  {
    repositories: Type.Array(RepositoryRepresentation, {
      description: 'Repositories, by name, without their settings.',
    }),
  },
  { description: 'Repositories of a project.' },
)

export const AccessFileVersionRepresentation = Type.Object(
  {
    version: Type.Integer({ description: '1, 2, 3 …' }),
    created_on: IsoDate('When it was saved.'),
    created_by: MinimalUser,
    has_default_permissions: Type.Boolean({ description: 'Whether the generated rules granted anything then.' }),
    access_file: Type.String({ description: 'Its text.' }),
    is_current: Type.Boolean({ description: 'Whether it is the one in force.' }),
  },
  { description: 'A version of the access file.' },
)

export const RevisionRepresentation = Type.Object(
  {
    revision: Type.Integer({ description: 'Number of the revision.' }),
    author: Nullable(MinimalUser, { description: 'Account of the author; null where there is none of that name.' }),
    author_login: Nullable(Type.String({ description: 'Name of the author, as svn has it.' }), {
      description: 'Null where the revision has none.',
    }),
    committed_on: Nullable(IsoDate('When it was made.'), { description: 'Null where the revision has no date.' }),
    message: Type.String({ description: 'Message.' }),
    changes: Type.Array(
      Type.Object(
        {
          how: Type.String({ description: 'A added, D deleted, U changed, _U properties changed, UU both.' }),
          path: Type.String({ description: 'Path in the repository; directories end with a slash.' }),
        },
        { description: 'A changed path.' },
      ),
      { description: 'Changed paths: the first thousand.' },
    ),
    change_count: Type.Integer({ description: 'Number of all changed paths.' }),
    artifacts: Type.Array(
      Type.Object(
        {
          id: Id('Id of the artifact.'),
          uri: Uri('Resource of the artifact.'),
          ref: Type.String({ description: 'As the message has it: `art #12`.' }),
        },
        { description: 'An artifact.' },
      ),
      { description: 'Artifacts that the message names.' },
    ),
    html_url: Type.String({ description: 'Path of its page.' }),
  },
  { description: 'A revision of a repository.' },
)
export type RevisionRepresentation = Static<typeof RevisionRepresentation>

export const AccessFileCheckBody = Type.Object(
  {
    access_file: TextOrEmpty('Rules of access by path, as in the settings.'),
    has_default_permissions: Type.Boolean({
      default: true,
      description: 'Whether the generated defaults come before them.',
    }),
  },
  { description: 'An access file to look at; it is not stored.' },
)

const AccessFileFinding = Type.Object(
  {
    line: Nullable(Type.Integer({ description: 'Line of the text, from 1.' }), {
      description: 'Null where it cannot be told.',
    }),
    message: Type.String({ description: 'The fault, as a sentence.' }),
  },
  { description: 'Something about a line of an access file.' },
)

export const AccessFileCheckResponse = Type.Object(
  {
    faults: Type.Array(AccessFileFinding, {
      description: 'Faults for which Subversion would refuse the text, by lines; empty: the text would be accepted.',
    }),
    warnings: Type.Array(AccessFileFinding, {
      description: 'Entries without effect, by lines. The text can be saved all the same.',
    }),
  },
  { description: 'Faults of an access file.' },
)
