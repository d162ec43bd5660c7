import type { ModuleAction, Tracker } from '../model/tracker.ts'

/** Says why transitions of the tracker cannot have the action; undefined: they can. */
export type CheckAction = (tracker: Pick<Tracker, 'id' | 'projectId' | 'itemName'>) => Promise<string | undefined>

/** Checks of the later modules that carry out actions of transitions. */
export interface ModuleActionChecks {
  setActionCheck(type: ModuleAction, check: CheckAction): void
  /** One text for each type that the transitions of the tracker cannot have. */
  faultsOfActions(tracker: Parameters<CheckAction>[0], types: Iterable<ModuleAction>): Promise<string[]>
}

export const createModuleActionChecks = (): ModuleActionChecks => {
  const checks = new Map<ModuleAction, CheckAction>()
  return {
    setActionCheck: (type, check) => void checks.set(type, check),
    faultsOfActions: async (tracker, types) => {
      const faults: string[] = []
      for (const type of new Set(types)) {
        const fault = await checks.get(type)?.(tracker)
        if (fault !== undefined) faults.push(`${type}: ${fault}`)
      }
      return faults
    },
  }
}
