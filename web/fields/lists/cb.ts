import { listView } from '../shared/list-view.tsx'

export const cb = listView('cb')
