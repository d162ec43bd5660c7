import { numberView } from '../shared/numbers.tsx'

export const int = numberView('int')
