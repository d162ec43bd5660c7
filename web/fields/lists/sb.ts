import { listView } from '../shared/list-view.tsx'

export const sb = listView('sb')
