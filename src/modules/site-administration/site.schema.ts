import { Type, type Static } from 'typebox'
import { paginationQuery } from '../../platform/http/routes/pagination.ts'
import { Choice, IsoDate, Nullable } from '../../platform/http/schemas/schema.ts'
import { MinimalUser } from '../users/index.ts'

export const MAX_SYSTEM_EVENTS = 100

export const VersionRepresentation = Type.Object(
  {
    flavor_name: Type.String({ description: 'Name of the product.' }),
    version_number: Type.String({ description: 'Its version.' }),
  },
  { description: 'The program that answers here.' },
)

export const PlatformRepresentation = Type.Object(
  {
    name: Type.String({ description: 'Name of the platform.' }),
    access_mode: Choice(['anonymous', 'regular', 'restricted'], {
      description: 'Readers without an account, and whether restricted accounts are in use.',
    }),
    public_url: Type.String({ description: 'Address under which clients reach it.' }),
    version: Type.String({ description: 'Version of the product.' }),
    can_reset_password: Type.Boolean({
      description: 'Whether a mail can reach somebody who forgot their password: a mail server is configured.',
    }),
    languages: Type.Array(Type.String({ description: 'Two letters of ISO 639.' }), {
      description: 'Languages of pages and mails.',
    }),
    timezone: Type.String({
      description: 'IANA name of the zone in which dates are counted, unless an account has its own.',
    }),
  },
  { description: 'Facts that a page needs before anybody signs in.' },
)

const importances = ['standard', 'warning', 'critical'] as const
const importance = Choice(importances, { description: 'How much it wants to be seen.' })
const message = Type.String({ description: 'Text of the notice.' })

export const SiteBanner = Type.Object(
  {
    message,
    importance,
    expiration_date: Nullable(IsoDate('When it ends.'), { description: 'Null: when somebody removes it.' }),
  },
  { description: 'Notice that everybody on the platform sees.' },
)
export type SiteBannerRepresentation = Static<typeof SiteBanner>

export const SiteBannerBody = Type.Object(
  {
    message,
    importance,
    expiration_date: Type.Optional(
      Nullable(Type.String({ description: 'A date in the future, as ISO 8601.' }), {
        description: 'When it ends; null or left out: when somebody removes it.',
      }),
    ),
  },
  { description: 'The new notice.' },
)

export const systemEventStatuses = ['new', 'running', 'done', 'warning', 'error'] as const
export type SystemEventStatus = (typeof systemEventStatuses)[number]

export const SystemEventsQuery = Type.Object(
  {
    status: Type.Optional(Choice(systemEventStatuses, { description: 'Only those in this state.' })),
    ...paginationQuery({ max: MAX_SYSTEM_EVENTS }),
  },
  { description: 'Which events, and which page of them.' },
)

export const SystemEvents = Type.Array(
  Type.Object(
    {
      id: Type.Integer({ description: 'Number of the event, from 1.' }),
      type: Type.String({ description: 'Kind of the work.' }),
      status: Type.String({ description: 'NEW, RUNNING, DONE, WARNING or ERROR.' }),
      owner: Type.String({ description: 'Account of the machine that the work belongs to.' }),
      log: Type.String({ description: 'Notes about the work.' }),
    },
    { description: 'A piece of work of the platform.' },
  ),
  { description: 'Oldest first.' },
)

export const InvitationsBody = Type.Object(
  {
    emails: Type.Array(Type.String({ description: 'An e-mail address.' }), {
      minItems: 1,
      maxItems: 1_000,
      description: 'Addresses to invite.',
    }),
    custom_message: Type.Optional(
      Nullable(Type.String({ maxLength: 10_000, description: 'Plain text.' }), {
        description: 'Words of the sender that go with the invitation.',
      }),
    ),
    project_id: Type.Optional(
      Nullable(Type.Integer({ description: 'Id of a project.' }), {
        description: 'Project that they are invited to; accounts among them become its members at once.',
      }),
    ),
  },
  { description: 'Invitations to send.' },
)

const users = (description: string) => Type.Array(MinimalUser, { description })

export const InvitationsResponse = Type.Object(
  {
    failures: Type.Array(Type.String({ description: 'An e-mail address.' }), {
      description: 'Addresses that nothing could be sent to.',
    }),
    already_project_members: users('Accounts that were members of the project.'),
    known_users_added_to_project_members: users('Accounts that are members of the project now.'),
    known_users_not_alive: users('Accounts that are not in use.'),
    known_users_are_restricted: users('Restricted accounts, which the project does not take.'),
  },
  { description: 'Outcome of the invitations.' },
)
