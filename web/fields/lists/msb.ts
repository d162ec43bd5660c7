import { listView } from '../shared/list-view.tsx'

export const msb = listView('msb')
