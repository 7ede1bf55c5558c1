import typescript from 'typescript';

/**
 * Indents code with tabs, as the sources are, where esbuild writes two spaces a level: a twentieth of
 * the file. Lines that begin inside a template literal are content and stay.
 */
export function indentWithTabs(code: string): string {
	const inLiteral = lineStartsInLiterals(code);
	return code.replace(/^(?: {2})+/gm, (spaces: string, offset: number) =>
		inLiteral(offset) ? spaces : '\t'.repeat(spaces.length / 2),
	);
}

function lineStartsInLiterals(code: string): (offset: number) => boolean {
	const literals: Array<{ from: number; to: number }> = [];
	const source = typescript.createSourceFile('bundle.js', code, typescript.ScriptTarget.Latest);
	const visit = (node: typescript.Node): void => {
		if (typescript.isTemplateLiteralToken(node)) literals.push({ from: node.getStart(source), to: node.end });
		typescript.forEachChild(node, visit);
	};
	visit(source);
	return (offset) => literals.some(({ from, to }) => from < offset && offset < to);
}
