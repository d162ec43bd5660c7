import { numberView } from '../shared/numbers.tsx'

export const float = numberView('float')
