/** Path of the page that shows a revision in a browser (svn.md §3.6). */
export const revisionPage = (projectShortName: string, repositoryName: string, revision: number): string =>
  `/plugins/svn?roottype=svn&view=rev&root=${encodeURIComponent(`${projectShortName}/${repositoryName}`)}&revision=${revision}`
