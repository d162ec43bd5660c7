import { SITE_TEMPLATE_ID } from '../../projects/index.ts'
import type { NewTracker } from '../model/new-tracker.ts'
import { newBuiltInTracker, type BuiltInTracker } from './built-in-trackers.ts'

const siteTrackers: readonly BuiltInTracker[] = [
  {
    name: 'Bugs',
    itemName: 'bug',
    description: 'What does not work as it should',
    color: 'fiesta-red',
    open: ['New', 'Confirmed', 'In progress'],
    closed: ['Fixed', 'Rejected'],
    extraFields: [
      { type: 'msb', name: 'platforms', label: 'Platforms', values: ['Linux', 'macOS', 'Windows', 'Android', 'iOS'] },
      { type: 'int', name: 'reports', label: 'Times reported' },
      { type: 'float', name: 'effort', label: 'Effort in days' },
      { type: 'date', name: 'due_date', label: 'Due date' },
    ],
  },
  {
    name: 'User stories',
    itemName: 'story',
    description: 'What users shall be able to do',
    color: 'acid-green',
    open: ['To do', 'In progress', 'In review'],
    closed: ['Done', 'Dropped'],
    extraFields: [
      { type: 'rb', name: 'priority', label: 'Priority', values: ['Must', 'Should', 'Could'] },
      { type: 'tbl', name: 'labels', label: 'Labels', values: [] },
      { type: 'computed', name: 'remaining_effort', label: 'Remaining effort' },
    ],
  },
  {
    name: 'Tasks',
    itemName: 'task',
    description: 'Work to be done',
    color: 'deep-blue',
    open: ['To do', 'In progress'],
    closed: ['Done', 'Dropped'],
    extraFields: [
      { type: 'float', name: 'remaining_effort', label: 'Remaining effort' },
      { type: 'cb', name: 'skills', label: 'Skills', values: ['Analysis', 'Design', 'Code', 'Tests', 'Documentation'] },
      { type: 'perm', name: 'visible_to', label: 'Visible to' },
    ],
  },
  {
    name: 'Test cases',
    itemName: 'test_case',
    description: 'How to see that it works',
    color: 'plum-crazy',
    open: ['Draft', 'Ready'],
    closed: ['Retired'],
    extraFields: [{ type: 'ttmstepdef', name: 'steps', label: 'Steps' }],
  },
]

/** The trackers of a new server's site template (projects.md §3.7): a project made from it can be used at once. */
export const newSiteTrackers = (): NewTracker[] =>
  siteTrackers.map(tracker => newBuiltInTracker(tracker, SITE_TEMPLATE_ID))
