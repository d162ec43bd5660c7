import { listView } from '../shared/list-view.tsx'

export const rb = listView('rb')
