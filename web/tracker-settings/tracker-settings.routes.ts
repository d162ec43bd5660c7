import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy-page.ts'
import { listSearch } from '../app/list-search.ts'
import { requireSignedIn } from '../app/routes.ts'
import { projectRoute } from '../projects/project-route.ts'
import { BEGINNINGS, type Beginning } from '../new-tracker/beginning-names.ts'
import { webhookSearch } from '../webhooks/webhook-search.ts'

export interface NewTrackerSearch {
  /** Id of a tracker to copy. */
  readonly template?: number
  readonly from?: Beginning
}

export const newTrackerRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/trackers/new',
  validateSearch: ({ template, from }: Record<string, unknown>): NewTrackerSearch => {
    const known = BEGINNINGS.find(each => each === from)
    return {
      ...(Number.isSafeInteger(Number(template ?? NaN)) && { template: Number(template) }),
      ...(known && { from: known }),
    }
  },
  beforeLoad: requireSignedIn,
  component: lazyPage(() => import('../new-tracker/new-tracker-page.tsx'), 'NewTrackerPage'),
})

/** All parts of the settings edit one working copy, which the layout holds. */
const trackerSettingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/trackers/$tracker/settings',
  beforeLoad: requireSignedIn,
  component: lazyPage(() => import('./settings-layout.tsx'), 'SettingsLayout'),
})

export interface FieldsSearch {
  /** Short name of the element whose properties are shown. */
  readonly element?: string
}

const fieldsRoute = createRoute({
  getParentRoute: () => trackerSettingsRoute,
  path: '/fields',
  validateSearch: ({ element }: Record<string, unknown>): FieldsSearch =>
    typeof element === 'string' ? { element } : {},
  component: lazyPage(() => import('../tracker-form/fields-page.tsx'), 'FieldsPage'),
})

export interface ListSearch {
  /** Name of the list to edit. */
  readonly field?: string
}

const generalRoute = createRoute({
  getParentRoute: () => trackerSettingsRoute,
  path: '/',
  component: lazyPage(() => import('./parts/general-page.tsx'), 'GeneralPage'),
})

const listsRoute = createRoute({
  getParentRoute: () => trackerSettingsRoute,
  path: '/lists',
  validateSearch: ({ field }: Record<string, unknown>): ListSearch => (typeof field === 'string' ? { field } : {}),
  component: lazyPage(() => import('./parts/lists-page.tsx'), 'ListsPage'),
})

const workflowRoute = createRoute({
  getParentRoute: () => trackerSettingsRoute,
  path: '/workflow',
  component: lazyPage(() => import('./parts/workflow-page.tsx'), 'WorkflowPage'),
})

const permissionsRoute = createRoute({
  getParentRoute: () => trackerSettingsRoute,
  path: '/permissions',
  component: lazyPage(() => import('./parts/permissions-page.tsx'), 'PermissionsPage'),
})

const rulesRoute = createRoute({
  getParentRoute: () => trackerSettingsRoute,
  path: '/rules',
  component: lazyPage(() => import('../tracker-behaviour/rules-page.tsx'), 'RulesPage'),
})

const semanticsRoute = createRoute({
  getParentRoute: () => trackerSettingsRoute,
  path: '/semantics',
  component: lazyPage(() => import('../tracker-behaviour/semantics-page.tsx'), 'SemanticsPage'),
})

const hierarchyRoute = createRoute({
  getParentRoute: () => trackerSettingsRoute,
  path: '/hierarchy',
  component: lazyPage(() => import('../tracker-behaviour/hierarchy-page.tsx'), 'HierarchyPage'),
})

const triggersRoute = createRoute({
  getParentRoute: () => trackerSettingsRoute,
  path: '/triggers',
  component: lazyPage(() => import('../tracker-behaviour/triggers-page.tsx'), 'TriggersPage'),
})

const notificationsRoute = createRoute({
  getParentRoute: () => trackerSettingsRoute,
  path: '/notifications',
  component: lazyPage(() => import('../tracker-behaviour/notifications-page.tsx'), 'NotificationsPage'),
})

const responsesRoute = createRoute({
  getParentRoute: () => trackerSettingsRoute,
  path: '/responses',
  component: lazyPage(() => import('../tracker-behaviour/responses-page.tsx'), 'ResponsesPage'),
})

const reportsRoute = createRoute({
  getParentRoute: () => trackerSettingsRoute,
  path: '/reports',
  component: lazyPage(() => import('../tracker-behaviour/reports-page.tsx'), 'ReportsPage'),
})

const definitionRoute = createRoute({
  getParentRoute: () => trackerSettingsRoute,
  path: '/definition',
  validateSearch: listSearch,
  component: lazyPage(() => import('./parts/definition-page.tsx'), 'DefinitionPage'),
})

const webhooksRoute = createRoute({
  getParentRoute: () => trackerSettingsRoute,
  path: '/webhooks',
  validateSearch: webhookSearch,
  component: lazyPage(() => import('../webhooks/tracker-webhooks-page.tsx'), 'TrackerWebhooksPage'),
})

const trashRoute = createRoute({
  getParentRoute: () => trackerSettingsRoute,
  path: '/trash',
  validateSearch: listSearch,
  component: lazyPage(() => import('../trash/tracker-trash-page.tsx'), 'TrackerTrashPage'),
})

export const trackerSettingsRoutes = [
  newTrackerRoute,
  trackerSettingsRoute.addChildren([
    generalRoute,
    fieldsRoute,
    listsRoute,
    workflowRoute,
    permissionsRoute,
    rulesRoute,
    semanticsRoute,
    hierarchyRoute,
    triggersRoute,
    notificationsRoute,
    responsesRoute,
    reportsRoute,
    definitionRoute,
    webhooksRoute,
    trashRoute,
  ]),
] as const
