import NIOCore
import Testing

@testable import SpinetPanel

@Suite struct PageSourceTests {
  private func stripped(_ text: String, _ language: PageSource.Language = .script) -> String {
    String(decoding: PageSource.stripped(Array(text.utf8), language), as: UTF8.self)
  }

  @Test(arguments: [
    ("// Words.\nlet a = 1; // More.\n\n  let b = 2;\n", "let a=1;\nlet b=2;\n"),
    ("/**\n * Words.\n */\nexport const a = 1;", "export const a=1;\n"),
    ("const a = /** @type {any} */ (b);", "const a=(b);\n"),
    ("a/**/b", "a b\n"), ("return /* a\n */ b", "return\nb\n"), ("a  =\t b", "a=b\n"),
    ("(a) => b >  c", "(a)=>b > c\n"), ("a - -b  + (c)", "a - -b +(c)\n"),
    ("if (a) { b(c, [d] ); } else e ? f : { g: 1 };", "if(a){b(c,[d]);}else e?f:{g:1};\n"),
    ("return [a] /  b", "return[a]/ b\n"), ("", ""),
    ("/* never ends", ""),
  ])
  func `Comments and blanks are left out, and lines stay`(text: String, sent: String) {
    #expect(stripped(text) == sent)
  }

  @Test(arguments: [
    #"const a="http://  spinet";"#, #"const a='it\'s // no  comment';"#,
    #"const a="\\";b("/* no */");"#,
    "const a=`// ${b + \"}  //\"}  /* ${`//  ${{c:1}.c}`} */`;", "const a=`\n    // two\n\n  lines`;",
    "const a=`\\`  //`;", #"const a=/["'`]  \/\//;"#, #"const a=/[/"]  */g;"#,
    #"return /"  /.test(a);"#,
    #"b((a)/ 2,c[0]/ d / "  ");"#, #"a=b / c;d="  /  ";"#, "const a=b?/'  /:2;",
    "case /`  /.test(a):",
  ])
  func `Strings, templates and regular expressions are not touched`(text: String) {
    // What this test is not about has no blanks.
    #expect(stripped("x; " + text) == "x;" + text + "\n")
  }

  @Test func `A style has other comments`() {
    let style = ".a { /* Why. */\n  background: url(http://x);\n  content: \"/* no */  '\";\n}\n"
    #expect(stripped(style, .style) == ".a{\nbackground:url(http://x);\ncontent:\"/* no */  '\";\n}\n")
    let spaced =
      ".a :hover > .b, .c { width: calc(1px + (2px * 3)); } @media (width: 1px) and (height: 2px) { }"
    let close = ".a :hover > .b,.c{width:calc(1px + (2px * 3));}@media (width:1px) and (height:2px){}"
    #expect(stripped(spaced, .style) == close + "\n")
  }

  @Test func `The page's files shrink, and what is sent shrinks no more`() throws {
    for name in ["/main.js", "/tokens.css", "/keys/key.js"] {
      let sent = Array(try #require(PageFile.all[name]).bytes.readableBytesView)
      let language: PageSource.Language = name.hasSuffix(".css") ? .style : .script
      #expect(PageSource.stripped(sent, language) == sent)
      #expect(!String(decoding: sent, as: UTF8.self).contains("/**"))
    }
  }
}
