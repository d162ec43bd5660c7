import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { inTransaction, type Db } from '../../../platform/db/db.ts'
import type { ProjectsModule } from '../../projects/index.ts'
import { mayMoveRepositories, type SvnModule } from '../../svn/index.ts'
import { listDeferredRepositories, removeDeferredSection } from './imports.store.ts'

export interface DeferredRepositoriesDependencies {
  readonly db: Db
  readonly sharedFolder: string
  readonly log: Logger
  readonly projects: Pick<ProjectsModule, 'userGroups'>
  readonly svn: Pick<SvnModule, 'isInstalled' | 'stageImport'>
}

/**
 * Creates the repositories of imports that ran while Subversion was not installed. A repository that fails to load stays deferred, and the
 * failure is logged.
 */
export const loadDeferredRepositories =
  ({ db, sharedFolder, log, projects, svn }: DeferredRepositoriesDependencies) =>
  async (): Promise<void> => {
    if (!svn.isInstalled()) return
    for (const { id, projectId, content } of await listDeferredRepositories(db.kysely)) {
      const dumps = content.repositories.flatMap(({ dump }) => dump?.path ?? [])
      try {
        const staged = await svn.stageImport(
          content.repositories.map(({ dump, ...repository }) => ({
            ...repository,
            dumpFile: dump ? path.join(sharedFolder, dump.path) : null,
          })),
          { groupNames: (await projects.userGroups(projectId)).map(({ name }) => name) },
        )
        let isCopied = false
        try {
          await inTransaction(db, async tx => {
            // A backup that contains the section needs its dumps.
            isCopied = !(await mayMoveRepositories(tx))
            if (isCopied || !(await removeDeferredSection(tx, id))) return
            const committerId = content.committerId
            await staged.place(tx, { projectId, committerId, actor: { userId: committerId, means: 'import' } })
          })
        } catch (error) {
          await staged.undo()
          throw error
        }
        await staged.discard()
        if (!isCopied && staged.renewed.length > 0)
          log.warn(
            { projectId, repositories: staged.renewed },
            'repositories of an import got new UUIDs, since others have those of their dumps: svn relocate will not take working copies to them',
          )
        if (!isCopied) for (const dump of dumps) await rm(path.join(sharedFolder, dump), { force: true })
      } catch (error) {
        log.error({ err: error, projectId }, 'repositories of an import could not be loaded')
      }
    }
  }
